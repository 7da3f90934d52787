import * as routes from '@daymark/contracts/routes'
import { invalidate } from '../../../domain/cache/cache.ts'
import { call } from '../../../lib/api.ts'
import { failureOf } from '../../../lib/outcome.ts'
import { showError } from '../../../ui/overlay/overlay-store.ts'

/** Runs a change of sections. Returns null on success, or the message of the failure. */
async function saveSections(change: Promise<unknown>): Promise<string | null> {
  const failure = await failureOf(change, {
    logMessage: 'Changing the sections failed',
    fallback: 'The sections could not be changed. Please try again.',
  })
  // The album is reloaded even after a failure, because some of the requests may have succeeded.
  await invalidate('reorderAlbum')
  return failure
}

/** Runs a change of sections and shows a failure as a toast. */
async function saveOrShowError(change: Promise<unknown>): Promise<void> {
  const message = await saveSections(change)
  if (message !== null) showError(message)
}

export const addSection = (id: string, name: string) =>
  saveSections(call(routes.addSection, { params: { id }, body: { name } }))
export const renameSection = (id: string, sectionId: string, name: string) =>
  saveSections(call(routes.updateSection, { params: { id, sectionId }, body: { name } }))
/** Moves a section with its photos. */
export const moveSection = (id: string, sectionId: string, position: number) =>
  saveOrShowError(call(routes.updateSection, { params: { id, sectionId }, body: { position } }))
export const removeSection = (id: string, sectionId: string) =>
  saveOrShowError(call(routes.removeSection, { params: { id, sectionId } }))

/** Moves photos to a section, or to a new section at the end of the album. */
export function moveToSection(
  id: string,
  image_ids: string[],
  target: { section_id: string | null } | { name: string },
) {
  const move = async () => {
    const album = 'name' in target ? await call(routes.addSection, { params: { id }, body: target }) : null
    const section_id = 'name' in target ? (album?.sections.at(-1)?.id ?? null) : target.section_id
    await call(routes.moveToSection, { params: { id }, body: { image_ids, section_id } })
  }
  return saveSections(move())
}
