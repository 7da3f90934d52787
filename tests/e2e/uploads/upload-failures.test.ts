import type { http } from '@daymark/contracts'
import type { Member } from '../../support/people.ts'
import { filesOf, removeFolders } from '../support/files.ts'
import { button, gone, shown, words } from '../support/find.ts'
import { allRules, contrast, smallTargets } from '../support/reach/axe.ts'
import { fail, loseAnswer, requestsOf } from '../support/network.ts'
import { drawing } from '../support/photos.ts'
import { setStage } from '../support/stage.ts'
import { pollUntil } from '@daymark/testing/outside'
import { choose, openUploader, rows } from '../support/uploader.ts'

const stage = setStage()
afterAll(removeFolders)
let owner: Member
let paths: string[]
beforeAll(async () => {
  paths = filesOf({ 'one.jpg': await drawing(1), 'two.jpg': await drawing(2), 'three.jpg': await drawing(3) })
})
beforeEach(async () => {
  owner = await stage.daymark.user()
})
const total = async () => (await owner.get<http.ImageList>('/api/images')).body.total
const upload = { url: '**/api/images', method: 'POST' }

describe('uploads that fail', () => {
  it('L-UPL-17 after a lost connection the queue says that it continues, and sends every file once', async () => {
    const CAUSE = 'Connection lost. Uploads continue automatically.'
    const { page, guard } = await stage.open(owner, '/')
    guard.expect(/ERR_FAILED/)
    const uploader = await openUploader(page)
    await choose(page, button(uploader, 'Choose From Library'), paths)
    const mend = await fail(page, upload, 'network')
    await button(uploader, 'Upload All').click()
    await shown(words(rows(uploader).first(), 'Upload failed'))
    await shown(words(uploader, CAUSE))
    expect([await allRules(page), await smallTargets(page, 24)]).toEqual([[], []])
    await button(uploader, 'Close').click()
    await shown(words(page, CAUSE))
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await contrast(page)).toEqual([])
    await mend()
    await pollUntil(async () => expect(await total()).toBe(3))
    await gone(words(page, CAUSE))
    expect(await total()).toBe(3)
  })

  it('a file whose answer was lost is tried again without becoming two photos', async () => {
    const { page, guard } = await stage.open(owner, '/')
    guard.expect(/ERR_CONNECTION_RESET/)
    const uploader = await openUploader(page)
    await choose(page, button(uploader, 'Choose From Library'), paths.slice(0, 1))
    await loseAnswer(page, '*/api/images')
    const posts = requestsOf(page, /^POST .*\/images$/)
    await button(uploader, 'Upload All').click()
    await gone(uploader)
    expect(posts).toEqual(['POST /api/images'])
    expect(await total()).toBe(1)
  })
})
