import { Mailbox } from '@daymark/testing/mailbox'
import { saidOf, sendList } from '../../support/picks.ts'
import { button, choice, dialog, field, gone, has, heading, list, region, shown, words } from '../support/find.ts'
import { unfoldLinks } from '../support/input/album.ts'
import { waitForTheRest } from '../support/input/picks.ts'
import { coming } from '../support/lasting.ts'
import { openListening } from '../support/listening.ts'
import { uploadDrawings } from '../support/photos.ts'
import { halfAnHourLater } from '../support/seen.ts'
import { sharedAlbum } from '../support/shared-album.ts'
import { setStage } from '../support/stage.ts'
import { pollUntil } from '@daymark/testing/outside'

let mailbox: Mailbox
beforeAll(async () => void (mailbox = await Mailbox.open()))
const stage = setStage(() => mailbox.env)
afterAll(() => mailbox.goAway())

it('rule 128 rule 129 rule 130 from the first look to the one mail, by the owner and a visitor on a phone', async () => {
  const { owner, album, path } = await sharedAlbum(stage.daymark, { count: 2 })
  const { page } = await stage.open(owner, `/albums/${album.id}`)
  await unfoldLinks(page)
  await button(page, 'Edit').click()
  const settings = dialog(page, 'Edit share link')
  await settings.getByRole('switch', { name: 'More photos are coming' }).check()
  await settings.getByLabel('Complete by').fill('2031-05-01')
  await field(settings, 'What visitors should know').fill('The dances follow.')
  await button(settings, 'Save Link').click()
  await gone(settings)
  await shown(words(page, 'First look, complete by 1 May 2031'))

  const { page: visit } = await stage.open(null, path, { device: 'phone', scheme: 'dark' })
  const line = region(visit, 'More is coming')
  await shown(words(line, /^More photos are coming by Thursday,? 1 May 2031\. The dances follow\.$/))
  await waitForTheRest(visit, 'Anna@example.org')

  const [arrived] = await uploadDrawings(stage.daymark, owner, 1)
  await owner.post(`/api/albums/${album.id}/images`, { image_ids: [arrived?.id] })
  await stage.daymark.settle()
  await button(page, 'It is complete (1 waiting)').click()
  const asked = dialog(page, 'Is the gallery complete?')
  await shown(words(asked, /1 mail goes out, once:$/))
  await shown(words(list(asked, 'Who waits'), 'anna@example.org'))
  const said = await coming(page, 'The gallery is complete. 1 mail goes out.')
  await button(asked, 'It is Complete').click()
  await gone(asked)
  await said()
  await gone(button(page, /^It is complete/))

  const mail = await mailbox.take('anna@example.org')
  expect(mail.links.some(address => address.endsWith(path))).toBe(true)
  await halfAnHourLater(visit)
  await shown(words(region(visit, 'What is new'), '1 new since your last visit'))
  expect(await line.count()).toBe(0)
  await stage.daymark.settle()
  expect(mailbox.mails.filter(({ to }) => to === 'anna@example.org')).toEqual([])
})

it('rule 131 an album is narrowed to what somebody picked', async () => {
  const { owner, album, photos, link: share } = await sharedAlbum(stage.daymark, { count: 3, share: { picks: {} } })
  const { page } = await openListening(stage, owner, `/albums/${album.id}`)
  await shown(heading(page, 'Iceland'))
  const tiles = list(page, 'Photos in this album').getByRole('listitem')
  await has(tiles, 3)
  expect(await choice(page, 'Picked by').count()).toBe(0)
  await sendList(stage.daymark.stranger(), share.token, [saidOf(photos[1], 'picked')])
  await choice(page, 'Picked by').selectOption('Anna (1)')
  await has(tiles, 1)
  await page.reload()
  await has(tiles, 1)
  await button(page, 'Select Images').click()
  // this key is listened for by what is loaded after everything that is seen
  await pollUntil(async () => {
    await page.keyboard.press('Control+a')
    expect(await words(page, '1 selected').count()).toBe(1)
  })
  await choice(page, 'Picked by').selectOption('All photos')
  await has(tiles, 3)
})
