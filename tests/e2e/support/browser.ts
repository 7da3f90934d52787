import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium, type Browser } from 'playwright-core'

/** Debian's Chromium, without what a test machine does not need and without calls of its own. */
export const startBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: pathOf('chromium'),
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'],
  })

function pathOf(command: string): string {
  const found = (process.env['PATH'] ?? '')
    .split(delimiter)
    .map(folder => join(folder, command))
    .find(isProgram)
  if (!found) throw new Error(`${command} is missing`)
  return found
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
