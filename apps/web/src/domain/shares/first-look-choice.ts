import type { http } from '@daymark/contracts'

/** The form values of the first-look settings; an empty day: no date is announced. */
export type FirstLookDraft = { expected: string; note: string }

export const NEW_FIRST_LOOK: FirstLookDraft = { expected: '', note: '' }

export const firstLookDraft = (settings: http.FirstLookSettings | null | undefined): FirstLookDraft | null =>
  settings ? { ...settings, expected: settings.expected ?? '' } : null

export const chosenFirstLook = (draft: FirstLookDraft | null): http.FirstLookSettings | null =>
  draft && { expected: draft.expected || null, note: draft.note.trim() }
