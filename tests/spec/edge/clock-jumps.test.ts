import type { http } from '@daymark/contracts'
import { setUpDaymark } from '../../support/daymark.ts'
import { picture, createSharedGallery, stem } from '../../support/shared-gallery.ts'

const HOUR = 3_600_000
const JUMPS: [string, number][] = [
  ['an hour ahead', HOUR],
  ['an hour back', -HOUR],
  ['a day ahead', 24 * HOUR],
  ['a day back', -24 * HOUR],
]

const daymark = setUpDaymark()

it.each(JUMPS)('after the clock jumps %s sessions and links stay valid, and uploads are processed', async (_, ms) => {
  const { owner, token, image } = await createSharedGallery(daymark, { count: 2, share: { password: 'open sesame' } })
  const visitor = daymark.visitor()
  expect((await visitor.post(`/api/shares/public/${token}/unlock`, { password: 'open sesame' })).status).toBe(200)
  // failed sign-ins before the jump must not lock the account for the length of the jump
  const guess = { username: owner.email, password: 'wrong' }
  for (let n = 0; n < 10; n++) await daymark.visitor().post('/api/auth/login', guess)
  for (let n = 0; n < 10; n++) await daymark.visitor().post(`/api/shares/public/${token}/unlock`, { password: 'wrong' })

  await daymark.clock.advance(ms)

  expect((await owner.get<http.ImageList>('/api/images')).body.total).toBe(2)
  expect((await visitor.get(`/api/shares/public/${token}`)).status).toBe(200)
  expect((await visitor.get(`/media/share/sm/${stem(image.filename)}.jpg?token=${token}`)).status).toBe(200)
  const signIn = { username: owner.email, password: owner.password }
  expect((await daymark.visitor().post('/api/auth/login', signIn)).status).toBe(200)
  expect((await daymark.visitor().post(`/api/shares/public/${token}/unlock`, { password: 'open sesame' })).status).toBe(
    200,
  )

  const file = { name: 'later.jpg', bytes: await picture(5), type: 'image/jpeg' }
  const later = await owner.upload<http.Image>('/api/images', file)
  expect(later.status).toBe(201)
  await daymark.settle()
  const { body } = await owner.get<http.ImageList>('/api/images')
  expect(body.images.map(one => one.processing_status)).toEqual(['completed', 'completed', 'completed'])
  for (const one of body.images) expect((await owner.get(`/media/originals/${one.filename}`)).status).toBe(200)
})
