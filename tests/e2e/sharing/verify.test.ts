import { createHash } from 'node:crypto'
import type { Page, Request } from 'playwright-core'
import { unzip } from '../../support/shared-gallery.ts'
import { bytesOf, filesOf, removeFolders, treeOf } from '../support/files.ts'
import { button, dialog, gone, heading, link, shown, words } from '../support/find.ts'
import { dropFiles } from '../support/input/drop.ts'
import { sharedAlbum, type SharedAlbum } from '../support/shared-album.ts'
import { setStage } from '../support/stage.ts'
import { pollUntil } from '@daymark/testing/outside'
import { choose } from '../support/uploader.ts'

const stage = setStage()
afterAll(removeFolders)

const verify = (page: Page) => dialog(page, 'Verify My Copy')
const group = (page: Page, title: string) =>
  verify(page)
    .getByRole('group')
    .filter({ hasText: new RegExp(`^${title}`) })
const names = (bytes: Buffer) => unzip(bytes).map(({ name }) => name)

async function visit({ path }: SharedAlbum, look: Parameters<typeof stage.open>[2] = {}) {
  const { page } = await stage.open(null, path, look)
  await shown(heading(page, 'Iceland'))
  return page
}
async function zipOf({ link: { token } }: SharedAlbum, query = ''): Promise<Buffer> {
  return (await stage.daymark.stranger().get(`/api/shares/public/${token}/download${query}`)).bytes
}
async function begin(page: Page) {
  await button(page, 'Verify My Copy').click()
  await shown(verify(page))
}

it('rule 134 a folder with one file changed, one removed, one foreign, one renamed: told, and nothing of it is sent', async () => {
  const shared = await sharedAlbum(stage.daymark, { count: 5 })
  const [changed, removed, renamed, ...whole] = unzip(await zipOf(shared))
  if (!changed || !removed || !renamed) throw new Error('a ZIP of five was wanted')
  const mine = {
    ...{ [`trip/${changed.name}`]: 'edited', 'trip/dog.png': 'no photo of theirs', 'trip/Thumbs.db': 'x' },
    ...{ 'trip/best.jpg': renamed.bytes, 'trip/again/copy.jpg': whole[0]?.bytes ?? '' },
    ...Object.fromEntries(whole.map(({ name, bytes }) => [`trip/days/${name}`, bytes])),
  }
  const page = await visit(shared)
  const requests: Request[] = []
  await begin(page)
  page.on('request', request => requests.push(request))
  await choose(page, button(verify(page), 'Choose Folder'), [`${treeOf(mine)}/trip`])
  await shown(words(verify(page), '3 of 5 files are as they were delivered.'))
  await shown(group(page, 'Missing').getByText(removed.name, { exact: true }))
  await shown(group(page, 'Changed').getByText(`trip/${changed.name}`))
  for (const [title, told] of [
    ['Renamed', `trip/best.jpg, delivered as ${renamed.name}`],
    ['More than once', `trip/again/copy.jpg, the same as ${whole[0]?.name}`],
    ['Others', 'trip/dog.png'],
  ] as const) {
    await group(page, title).locator('summary').click()
    await shown(words(group(page, title), told))
  }
  expect(await words(verify(page), /Thumbs/).count()).toBe(0)

  // one question for the manifest and code of this page; what is hers is in none of it
  const sent = requests.map(request => [request.url(), request.postData(), JSON.stringify(request.headers())].join())
  expect(requests.filter(request => request.method() !== 'GET').map(request => request.url())).toEqual([])
  const hashes = Object.values(mine).map(bytes => createHash('sha256').update(bytes).digest('hex'))
  for (const hers of [...hashes, 'dog', 'best', 'trip']) expect(sent.filter(text => text.includes(hers))).toEqual([])

  await button(verify(page), 'Get 2 Photos').click()
  const download = dialog(page, 'Download 2 photos')
  const [zip] = await Promise.all([page.waitForEvent('download'), button(download, 'Download').click()])
  expect(names(await bytesOf(zip))).toEqual([changed.name, removed.name])
  await gone(download)
})

it('rule 134 a ZIP that was dropped as it is; one that broke off; by keyboard, in a size that is chosen', async () => {
  const shared = await sharedAlbum(stage.daymark, { count: 2, share: { download_sizes: ['original', '1080'] } })
  const whole = await zipOf(shared, '?size=1080')
  const [good = '', broken = ''] = filesOf({ 'Iceland.zip': whole, 'Broken.zip': whole.subarray(0, whole.length - 30) })
  const page = await visit(shared)
  await button(page, 'Verify My Copy').focus()
  await page.keyboard.press('Enter')
  await verify(page)
    .getByRole('radio', { name: /1080 px/ })
    .focus()
  await page.keyboard.press('Space')
  await dropFiles(page, [good], verify(page))
  await shown(words(verify(page), 'All 2 files are as they were delivered.'))
  const focused = () => page.evaluate(() => document.activeElement?.textContent)
  await pollUntil(async () => expect(await focused()).toBe('All 2 files are as they were delivered.'))
  const [sums] = await Promise.all([page.waitForEvent('download'), link(verify(page), 'Checksums (SHA-256)').click()])
  expect((await bytesOf(sums)).toString()).toMatch(/^([0-9a-f]{64} {2}Dune \d\.jpg\n){2}$/)

  await button(verify(page), 'Check Again').click()
  await dropFiles(page, [broken], verify(page))
  await shown(words(verify(page).getByRole('alert'), /^Broken\.zip is not complete/))
  await page.keyboard.press('Escape')
  await gone(verify(page))
})
