import * as routes from '@daymark/contracts/routes'
import { invalidate } from '../../../domain/cache/cache.ts'
import { ApiError, call } from '../../../lib/api.ts'
import { logFailure } from '../../../lib/log.ts'
import { showError } from '../../../ui/feedback/toast.ts'

/** Answers null when it is saved, else the sentence that says why not. */
async function saved(change: () => Promise<unknown>): Promise<string | null> {
  try {
    await change()
    await invalidate('reorderAlbum')
    return null
  } catch (reason) {
    logFailure('Changing the sections failed', reason)
    // a part of it may have been done
    await invalidate('reorderAlbum')
    return (reason instanceof ApiError && reason.sentence) || 'The sections could not be changed. Please try again.'
  }
}
async function savedOrAlert(change: () => Promise<unknown>): Promise<void> {
  const sentence = await saved(change)
  if (sentence !== null) showError(sentence)
}

export const addSection = (id: string, name: string) =>
  saved(() => call(routes.addSection, { params: { id }, body: { name } }))
export const renameSection = (id: string, sectionId: string, name: string) =>
  saved(() => call(routes.updateSection, { params: { id, sectionId }, body: { name } }))
/** Among the sections, with its photos. */
export const moveSection = (id: string, sectionId: string, position: number) =>
  savedOrAlert(() => call(routes.updateSection, { params: { id, sectionId }, body: { position } }))
export const removeSection = (id: string, sectionId: string) =>
  savedOrAlert(() => call(routes.removeSection, { params: { id, sectionId } }))

/** To a section, or to a new one at the end. */
export const moveToSection = (id: string, image_ids: string[], to: { section_id: string | null } | { name: string }) =>
  saved(async () => {
    const album = 'name' in to ? await call(routes.addSection, { params: { id }, body: to }) : null
    const section_id = 'name' in to ? (album?.sections.at(-1)?.id ?? null) : to.section_id
    await call(routes.moveToSection, { params: { id }, body: { image_ids, section_id } })
  })
