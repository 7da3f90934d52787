import type { Page } from 'playwright-core'
import { dialog } from '../find.ts'

/** A state of the application that somebody can come to; `reach` ends when it is there. */
export type Screen = { name: string; path: string; reach: (page: Page, isPhone: boolean) => Promise<void> }

export const viewer = (page: Page) => dialog(page, 'Photo viewer')
