import type { Page } from 'playwright-core'

type Point = { x: number; y: number }

/** One finger goes from here to there, in as many steps as a slow one makes. */
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
