import type { Page } from 'playwright-core'
import { button, checkbox, dialog } from './find.ts'

/** The tile of a photo that has been processed; before that its name ends with "Processing…". */
export const tile = (page: Page, name: string) => button(page, `Open ${name}`)

/** The names of the tiles in the grid, in order. */
export async function tileNames(page: Page, label = /^Photos/): Promise<string[]> {
  const labels = await page
    .getByRole('list', { name: label })
    .getByRole('button', { name: /^Open / })
    .allInnerTexts()
  return labels.map(text => text.replace(/^Open\s*/, '').trim())
}

/** Starts selecting and selects these photos. */
export async function selectPhotos(page: Page, ...names: string[]): Promise<void> {
  await button(page, 'Select Images').click()
  for (const name of names) await checkbox(page, `Select ${name}`).check()
}

/** A state of the application; `reach` brings the page there. */
export type Screen = { name: string; path: string; reach: (page: Page, isPhone: boolean) => Promise<void> }

export const viewer = (page: Page) => dialog(page, 'Photo viewer')
