import type { Visitor } from '@daymark/testing/outside'
import type { Page } from 'playwright-core'
import { hold } from './network.ts'
import type { Look, Opened, Stage } from './stage.ts'

/** A page from when it listens to the server: what changes before is told to nobody. It begins empty, as another one listens too. */
export async function openListening(stage: Stage, visitor: Visitor, path = '/', look: Look = {}): Promise<Opened> {
  const opened = await stage.open(visitor, 'about:blank', look)
  const events = opened.page.waitForResponse(`${opened.origin}/api/events`)
  await opened.page.goto(opened.origin + path)
  await events
  return opened
}

/** A page that hears nothing of the server: one that begins to listen late, on a busy machine, reads everything once more. */
export async function openDeaf(stage: Stage, visitor: Visitor, path = '/', look: Look = {}): Promise<Page> {
  const { page, origin } = await stage.open(visitor, 'about:blank', look)
  await hold(page, { url: '**/api/events' })
  await page.goto(origin + path)
  return page
}
