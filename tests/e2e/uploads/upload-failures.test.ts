import type { http } from '@daymark/contracts'
import type { SignedInUser } from '../../support/accounts.ts'
import { createFiles, removeFolders, chooseFiles, openUploader, uploadRows } from '../support/files.ts'
import { button, expectHidden, expectVisible, byText } from '../support/find.ts'
import { axeViolations, contrastViolations, smallTargets } from '../support/reach/axe.ts'
import { failRequests } from '../support/network.ts'
import { sampleJpeg } from '../support/photos.ts'
import { setUpBrowser } from '../support/browser.ts'
import { pollUntil } from '@daymark/testing/outside'

const browser = setUpBrowser()
afterAll(removeFolders)
let owner: SignedInUser
let paths: string[]
beforeAll(async () => {
  paths = createFiles({
    'one.jpg': await sampleJpeg(1),
    'two.jpg': await sampleJpeg(2),
    'three.jpg': await sampleJpeg(3),
  })
})
beforeEach(async () => {
  owner = await browser.daymark.createUser()
})
const total = async () => (await owner.get<http.ImageList>('/api/images')).body.total
const upload = { url: '**/api/images', method: 'POST' }

describe('uploads that fail', () => {
  it('L-UPL-17 after a lost connection the queue says that it continues, and sends every file once', async () => {
    const CAUSE = 'Connection lost. Uploads continue automatically.'
    const { page, guard } = await browser.open(owner, '/')
    guard.expect(/ERR_FAILED/)
    const uploader = await openUploader(page)
    await chooseFiles(page, button(uploader, 'Choose From Library'), paths)
    const restore = await failRequests(page, upload, 'network')
    await button(uploader, 'Upload All').click()
    await expectVisible(byText(uploadRows(uploader).first(), 'Upload failed'))
    await expectVisible(byText(uploader, CAUSE))
    expect([await axeViolations(page), await smallTargets(page, 24)]).toEqual([[], []])
    await button(uploader, 'Close').click()
    await expectVisible(byText(page, CAUSE))
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await contrastViolations(page)).toEqual([])
    await restore()
    await pollUntil(async () => expect(await total()).toBe(3))
    await expectHidden(byText(page, CAUSE))
    expect(await total()).toBe(3)
  })
})
