import { createHash } from 'node:crypto'
import type { Page, Request } from 'playwright-core'
import { unzip } from '../../support/shared-gallery.ts'
import { downloadedBytes, createFiles, removeFolders, createFolder, chooseFiles } from '../support/files.ts'
import { button, dialog, expectHidden, heading, link, expectVisible, byText } from '../support/find.ts'
import { dropFiles } from '../support/input/drop.ts'
import { sharedAlbum, type SharedAlbum } from '../support/shared-album.ts'
import { setUpBrowser } from '../support/browser.ts'
import { pollUntil } from '@daymark/testing/outside'

const browser = setUpBrowser()
afterAll(removeFolders)

const verify = (page: Page) => dialog(page, 'Verify My Copy')
const group = (page: Page, title: string) =>
  verify(page)
    .getByRole('group')
    .filter({ hasText: new RegExp(`^${title}`) })
const names = (bytes: Buffer) => unzip(bytes).map(({ name }) => name)

async function visit({ path }: SharedAlbum, options: Parameters<typeof browser.open>[2] = {}) {
  const { page } = await browser.open(null, path, options)
  await expectVisible(heading(page, 'Iceland'))
  return page
}
async function zipOf({ link: { token } }: SharedAlbum, query = ''): Promise<Buffer> {
  return (await browser.daymark.visitor().get(`/api/shares/public/${token}/download${query}`)).bytes
}
async function begin(page: Page) {
  await button(page, 'Verify My Copy').click()
  await expectVisible(verify(page))
}

it('rule 134 changed, missing, foreign and renamed files of a folder are shown, and nothing about them is sent', async () => {
  const shared = await sharedAlbum(browser.daymark, { count: 5 })
  const [changed, removed, renamed, ...whole] = unzip(await zipOf(shared))
  if (!changed || !removed || !renamed) throw new Error('a ZIP of five was wanted')
  const ownFiles = {
    [`trip/${changed.name}`]: 'edited',
    'trip/dog.png': 'no photo of theirs',
    'trip/Thumbs.db': 'x',
    'trip/best.jpg': renamed.bytes,
    'trip/again/copy.jpg': whole[0]?.bytes ?? '',
    ...Object.fromEntries(whole.map(({ name, bytes }) => [`trip/days/${name}`, bytes])),
  }
  const page = await visit(shared)
  const requests: Request[] = []
  await begin(page)
  page.on('request', request => requests.push(request))
  await chooseFiles(page, button(verify(page), 'Choose Folder'), [`${createFolder(ownFiles)}/trip`])
  await expectVisible(byText(verify(page), '3 of 5 files are unchanged.'))
  await expectVisible(group(page, 'Missing').getByText(removed.name, { exact: true }))
  await expectVisible(group(page, 'Changed').getByText(`trip/${changed.name}`))
  for (const [title, expectedText] of [
    ['Renamed', `trip/best.jpg, delivered as ${renamed.name}`],
    ['Duplicates', `trip/again/copy.jpg, the same as ${whole[0]?.name}`],
    ['Other files', 'trip/dog.png'],
  ] as const) {
    await group(page, title).locator('summary').click()
    await expectVisible(byText(group(page, title), expectedText))
  }
  expect(await byText(verify(page), /Thumbs/).count()).toBe(0)

  // one request for the manifest and one for the code; nothing about the visitor's files is sent
  const sent = requests.map(request => [request.url(), request.postData(), JSON.stringify(request.headers())].join())
  expect(requests.filter(request => request.method() !== 'GET').map(request => request.url())).toEqual([])
  const hashes = Object.values(ownFiles).map(bytes => createHash('sha256').update(bytes).digest('hex'))
  for (const folder of [...hashes, 'dog', 'best', 'trip'])
    expect(sent.filter(text => text.includes(folder))).toEqual([])

  await button(verify(page), 'Download 2 Photos').click()
  const download = dialog(page, 'Download 2 photos')
  const [zip] = await Promise.all([page.waitForEvent('download'), button(download, 'Download').click()])
  expect(names(await downloadedBytes(zip))).toEqual([changed.name, removed.name])
  await expectHidden(download)
})

it('rule 134 a dropped ZIP is verified in the chosen size, and an incomplete one is reported', async () => {
  const shared = await sharedAlbum(browser.daymark, { count: 2, share: { download_sizes: ['original', '1080'] } })
  const whole = await zipOf(shared, '?size=1080')
  const [good = '', broken = ''] = createFiles({
    'Iceland.zip': whole,
    'Broken.zip': whole.subarray(0, whole.length - 30),
  })
  const page = await visit(shared)
  await button(page, 'Verify My Copy').focus()
  await page.keyboard.press('Enter')
  await verify(page)
    .getByRole('radio', { name: /1080 px/ })
    .focus()
  await page.keyboard.press('Space')
  await dropFiles(page, [good], verify(page))
  await expectVisible(byText(verify(page), 'All 2 files are unchanged.'))
  const focused = () => page.evaluate(() => document.activeElement?.textContent)
  await pollUntil(async () => expect(await focused()).toBe('All 2 files are unchanged.'))
  const [sums] = await Promise.all([page.waitForEvent('download'), link(verify(page), 'Checksums (SHA-256)').click()])
  expect((await downloadedBytes(sums)).toString()).toMatch(/^([0-9a-f]{64} {2}Dune \d\.jpg\n){2}$/)

  await button(verify(page), 'Check Again').click()
  await dropFiles(page, [broken], verify(page))
  await expectVisible(byText(verify(page).getByRole('alert'), /^Broken\.zip is incomplete/))
  await page.keyboard.press('Escape')
  await expectHidden(verify(page))
})
