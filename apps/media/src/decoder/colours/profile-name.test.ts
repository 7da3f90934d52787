import sharp, { type Metadata } from 'sharp'
import { adobeRgbProfile } from './adobe-rgb.ts'
import { colorProfileOf, profileName } from './profile-name.ts'

const iccOf = async (profile: 'srgb' | 'p3' | 'cmyk') => {
  const plain = sharp({ create: { width: 2, height: 2, channels: 3, background: '#276' } })
  return (await sharp(await plain.withIccProfile(profile).jpeg().toBuffer()).metadata()).icc ?? Buffer.alloc(0)
}

it('rule 146 a profile is called what it calls itself, in either version of the format', async () => {
  expect(profileName(adobeRgbProfile())).toBe('Compatible with Adobe RGB (1998)')
  expect(await iccOf('srgb').then(profileName)).toMatch(/sRGB/)
  expect(await iccOf('p3').then(profileName)).toMatch(/P3/)
})

it.each([Buffer.alloc(0), Buffer.from('no profile'), adobeRgbProfile().subarray(0, 140), Buffer.alloc(4000, 0xff)])(
  'rule 146 of a broken profile there is no name, and nothing stops',
  icc => expect(profileName(icc)).toBe('An unnamed profile'),
)

it('rule 146 without a profile the camera may have said sRGB; what it says of Adobe RGB other programs do not see', () => {
  const metadata = {} as Metadata
  const said = [{}, { ColorSpace: 1 }, { ColorSpace: 1, InteropIndex: 'R03' }, { ColorSpace: 65535 }]
  expect(said.map(tags => colorProfileOf(metadata, tags))).toEqual(['', 'sRGB', '', ''])
  expect(colorProfileOf(undefined, { ColorSpace: 1 })).toBeUndefined()
})
