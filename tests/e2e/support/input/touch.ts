import type { CDPSession, Page } from 'playwright-core'
import { pollUntil } from '@daymark/testing/outside'

type Point = { x: number; y: number }

/** Moves one finger slowly, in `steps` events. */
export async function swipe(page: Page, from: Point, to: Point, steps = 6): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: Point[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: points })
  await touch('touchStart', [from])
  for (let step = 1; step <= steps; step++) {
    const share = step / steps
    await touch('touchMove', [{ x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share }])
  }
  await touch('touchEnd', [])
}

/** Moves two fingers from one pair of points to another. */
export async function pinch(page: Page, from: [Point, Point], to: [Point, Point], steps = 8): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Point[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints })
  const between = (finger: 0 | 1, share: number, id: number) => ({
    x: from[finger].x + (to[finger].x - from[finger].x) * share,
    y: from[finger].y + (to[finger].y - from[finger].y) * share,
    id,
  })
  await touch('touchStart', [between(0, 0, 0), between(1, 0, 1)])
  for (let step = 1; step <= steps; step++)
    await touch('touchMove', [between(0, step / steps, 0), between(1, step / steps, 1)])
  await touch('touchEnd', [])
}

/** Sends both taps at once, so that a slow machine does not put time between them. */
export async function doubleTap(page: Page, at: Point): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const down = () => session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] })
  const up = () => session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await Promise.all([down(), up(), down(), up()])
}

/** Waits for the touch listeners of the page, which are loaded after it has rendered. */
const isListenedFor = (session: CDPSession) =>
  pollUntil(async () => {
    const { result } = await session.send('Runtime.evaluate', { expression: 'document.querySelector("main")' })
    const within = { objectId: result.objectId ?? '', depth: -1 }
    const { listeners } = await session.send('DOMDebugger.getEventListeners', within)
    expect(listeners.map(({ type }) => type)).toContain('pointerdown')
  })

/** Holds a finger down until the condition is met. */
export async function longPress(page: Page, at: Point, hasCome: () => Promise<unknown>): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await isListenedFor(session)
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] })
  await hasCome()
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}
