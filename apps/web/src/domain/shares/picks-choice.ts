import type { http } from '@daymark/contracts'

/** What an owner asks of visitors who pick photos, as it is typed; an empty number: any. */
export type PicksDraft = { minimum: string; maximum: string; review: boolean; notes: boolean; deadline: string }

export const NEW_PICKS: PicksDraft = { minimum: '', maximum: '', review: false, notes: true, deadline: '' }

export const picksDraft = (picks: http.PickSettings | null | undefined): PicksDraft | null =>
  picks ? { ...picks, minimum: String(picks.minimum ?? ''), maximum: String(picks.maximum ?? '') } : null

export const chosenPicks = (draft: PicksDraft | null): http.PickSettings | null =>
  draft && {
    ...draft,
    minimum: Number(draft.minimum) || null,
    maximum: Number(draft.maximum) || null,
    deadline: draft.deadline.trim(),
  }
