import { Visitor } from '@daymark/testing/outside'
import { install, type Installation } from '../support/installation.ts'
import { mediaPath, createLink, createSharedGallery } from '../support/shared-gallery.ts'

const GUESSES = 150
const LINKS = 15
const READS = 400
const PASSWORD = 'Blumenwiese'

/** Duration of each read in ms, with four at a time. */
async function timed(read: () => Promise<number>, isOver: (done: number) => boolean): Promise<number[]> {
  const times: number[] = []
  const reader = async () => {
    while (!isOver(times.length)) {
      const started = performance.now()
      expect(await read()).toBe(200)
      times.push(performance.now() - started)
    }
  }
  await Promise.all([1, 2, 3, 4].map(reader))
  return times
}
/** The median, because the slowest ones depend on the load of the machine. Hashing on the main thread would slow down all. */
const median = (times: number[]): number => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? NaN

describe('guessing the passwords of galleries', () => {
  let place: Installation
  beforeAll(async () => {
    place = await install('memory')
    await place.photographer()
  })
  afterAll(() => place?.stop())

  it('150 times at once does not delay files, nor a visitor with the right password', async () => {
    const { owner, album, token, image } = await createSharedGallery(place, { count: 1 })
    const reader = new Visitor(place.url)
    const read = async () => (await reader.get(`${mediaPath(token, image.filename)}&download=1`)).status
    await timed(read, done => done >= READS / 3)
    const quiet = median(await timed(read, done => done >= READS))

    // The limiter lets all of them through, so each is hashed.
    const links = await Promise.all(
      Array.from({ length: LINKS }, () => createLink(owner, { album_id: album.id, password: PASSWORD })),
    )
    let guessing = GUESSES
    const guesses = Array.from({ length: GUESSES }, async (_, n) => {
      const link = links[n % LINKS]
      const answer = await new Visitor(place.url).post(`/api/shares/public/${link?.token}/unlock`, {
        password: `guess ${n}`,
      })
      guessing--
      return answer.status
    })
    const busy = median(await timed(read, () => guessing === 0))
    expect(await Promise.all(guesses)).toEqual(Array(GUESSES).fill(401))
    // The load of the machine may change, so use the slower of the two baselines.
    const quietAgain = median(await timed(read, done => done >= READS))
    expect(busy).toBeLessThan(10 * Math.max(quiet, quietAgain, 10))

    expect((await reader.post(`/api/shares/public/${links[0]?.token}/unlock`, { password: PASSWORD })).status).toBe(200)
  })
})
