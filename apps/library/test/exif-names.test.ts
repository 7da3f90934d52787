import { exifOf, library, type Exif } from '@daymark/contracts'
import { startLibrary, type LibraryServices, type Owner } from './library-services.ts'

let services: LibraryServices
beforeAll(async () => void (services = await startLibrary()))
afterAll(() => services.stop())

const shared = { make: 'Canon', model: 'Canon EOS R10', lens: 'RF 50mm', gps: { latitude: 1.5, longitude: 2 } }
const today: Exif = {
  ...{ ...shared, exposureTime: '1/250', focalLength: 50, focalLength35mm: 80, whiteBalance: 'Auto' },
  ...{ exposureMode: 'Manual', dateTaken: '2024-05-06T07:08:10' },
}
const before = {
  ...{ ...shared, exposure_time: '1/250', focal_length: 50, focal_length_35mm: 80, white_balance: 'Auto' },
  ...{ exposure_mode: 'Manual', date_taken: '2024-05-06T07:08:10' },
}

const photoWith = async (owner: Owner, exif: object) => {
  const { id } = await owner.upload()
  await owner.process(id, { exif })
  return id
}
const shown = async (owner: Owner, id: string) => exifOf((await owner.call(library.getPhoto, { id })).exif)
const kept = async (id: string) => (await services.db('library').sql('SELECT exif FROM photos WHERE id = $1', [id]))[0]

it('EXIF is kept under the names of today, whichever media wrote', async () => {
  const owner = await services.user()
  for (const written of [today, before, { ...before, ...today }]) {
    const id = await photoWith(owner, written)
    expect(await kept(id)).toEqual({ exif: today })
    expect(await shown(owner, id)).toEqual(today)
  }
})
