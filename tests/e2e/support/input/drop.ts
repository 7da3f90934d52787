import { isAbsolute } from 'node:path'
import type { Locator, Page } from 'playwright-core'

type Point = { x: number; y: number }

const RESTING_MS = 300

async function middleOf(target: Page | Locator): Promise<Point> {
  if (!('boundingBox' in target)) {
    const size = target.viewportSize()
    return { x: (size?.width ?? 0) / 2, y: (size?.height ?? 0) / 2 }
  }
  const box = await target.boundingBox()
  if (!box) throw new Error('nothing to drop on')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** Drags files or folders over the page as from a file manager; `drop` releases them. */
export async function dragFiles(page: Page, paths: string[], target: Page | Locator = page) {
  if (!paths.every(isAbsolute)) throw new Error('paths must be absolute')
  const at = await middleOf(target)
  const session = await page.context().newCDPSession(page)
  const send = (type: 'dragEnter' | 'dragOver' | 'drop') =>
    session.send('Input.dispatchDragEvent', { type, ...at, data: { items: [], files: paths, dragOperationsMask: 1 } })
  await send('dragEnter')
  await send('dragOver')
  // browsers repeat dragover; after three seconds without one the page ends the drag
  const resting = setInterval(() => void send('dragOver').catch(() => clearInterval(resting)), RESTING_MS).unref()
  const drop = async () => {
    clearInterval(resting)
    // the target under the pointer may have changed
    await send('dragOver')
    await send('drop')
  }
  return { drop }
}

export async function dropFiles(page: Page, paths: string[], target: Page | Locator = page): Promise<void> {
  const drag = await dragFiles(page, paths, target)
  await drag.drop()
}
