import type { http } from '@daymark/contracts'

/** The form values of the pick settings; an empty number: no limit. */
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
