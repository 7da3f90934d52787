import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { fixture } from '@daymark/testing/outside'
import type { Download, Locator, Page } from 'playwright-core'
import { button, dialog, list, expectVisible } from './find.ts'

const folders: string[] = []

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'daymark-e2e-'))
  folders.push(folder)
  return folder
}

/** Creates a folder with real photos. */
export function createFixtureFolder(paths: string[]): string {
  const folder = newFolder()
  for (const path of paths) cpSync(fixture(path), join(folder, basename(path)))
  return folder
}

/** Copies a folder so that a test may change it. */
export function copyFolder(original: string): string {
  const folder = newFolder()
  cpSync(original, folder, { recursive: true })
  return folder
}

/** Creates files with these names and contents and returns their paths. */
export function createFiles(contents: Record<string, string | Buffer>): string[] {
  const folder = newFolder()
  return Object.entries(contents).map(([name, content]) => {
    const path = join(folder, name)
    writeFileSync(path, content)
    return path
  })
}

/** Creates a folder with files at these relative paths. */
export function createFolder(contents: Record<string, string | Buffer>): string {
  const folder = newFolder()
  for (const [path, content] of Object.entries(contents)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
  return folder
}

export const removeFolders = () => folders.splice(0).forEach(folder => rmSync(folder, { recursive: true }))

/** Reads a download through its stream, since the browser may run in another process. */
export const downloadedBytes = async (download: Download): Promise<Buffer> => buffer(await download.createReadStream())

/** The uploader of the photos page, opened by its button. */
export async function openUploader(page: Page): Promise<Locator> {
  await button(page, 'Upload Photos').click()
  const uploader = dialog(page, 'Upload Photos')
  await expectVisible(uploader)
  return uploader
}

/** Chooses files in the dialog that a button opens. */
export async function chooseFiles(page: Page, opener: Locator, paths: string[]): Promise<void> {
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), opener.click()])
  await chooser.setFiles(chooser.isMultiple() ? paths : paths.slice(0, 1))
}

export const uploadRows = (uploader: Locator) => list(uploader, 'Files to upload').getByRole('listitem')
