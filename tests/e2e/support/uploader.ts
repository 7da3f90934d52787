import type { Locator, Page } from 'playwright-core'
import { button, dialog, list, shown } from './find.ts'

/** The uploader of the photos page, opened by its button. */
export async function openUploader(page: Page): Promise<Locator> {
  await button(page, 'Upload Photos').click()
  const uploader = dialog(page, 'Upload Photos')
  await shown(uploader)
  return uploader
}

/** Chooses files in the dialog that a button opens. */
export async function choose(page: Page, opener: Locator, paths: string[]): Promise<void> {
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), opener.click()])
  await chooser.setFiles(chooser.isMultiple() ? paths : paths.slice(0, 1))
}

export const rows = (uploader: Locator) => list(uploader, 'Files to upload').getByRole('listitem')
