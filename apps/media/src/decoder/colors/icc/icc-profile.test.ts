import sharp from 'sharp'
import { colorSpaceOfIcc } from '../colors.ts'
import { colorSpaceOfExif } from '../stated/file-colors.ts'
import { readIcc } from './icc-profile.ts'
import { getAdobeRgbProfile, createRgbProfileForGray } from './matrix-profile.ts'

const iccOf = async (profile: 'srgb' | 'p3' | 'cmyk') => {
  const plain = sharp({ create: { width: 2, height: 2, channels: 3, background: '#276' } })
  return (await sharp(await plain.withIccProfile(profile).jpeg().toBuffer()).metadata()).icc ?? Buffer.alloc(0)
}

it('rule 146: the name of a profile is read in versions 2 and 4 of the format', async () => {
  expect(readIcc(getAdobeRgbProfile())?.name).toBe('Compatible with Adobe RGB (1998)')
  expect(readIcc(await iccOf('srgb'))?.name).toMatch(/sRGB/)
  expect(readIcc(await iccOf('p3'))?.name).toMatch(/P3/)
})

it('rule 146: a profile without a readable name is called unnamed', () => {
  const profile = Buffer.from(getAdobeRgbProfile())
  profile.fill(0, profile.indexOf('desc\0\0\0\0'), profile.indexOf('desc\0\0\0\0') + 40)
  expect(readIcc(profile)?.name).toBe('An unnamed profile')
})

const withoutTag = (name: string): Buffer => {
  const profile = Buffer.from(getAdobeRgbProfile())
  profile.write('none', profile.indexOf(name, 128))
  return profile
}
const curve = Buffer.concat([Buffer.from('curv\0\0\0\0\0\0\0\x01\x02\0', 'latin1')])

it.each([
  ['empty', Buffer.alloc(0)],
  ['text', Buffer.from('no profile'.repeat(30))],
  ['cut short', getAdobeRgbProfile().subarray(0, 300)],
  ['noise', Buffer.alloc(4000, 0xff)],
  ['without a curve', withoutTag('gTRC')],
  ['without a primary', withoutTag('bXYZ')],
])('a damaged profile (%s) is ignored', async (_what, icc) => {
  expect(readIcc(icc)).toBeUndefined()
  expect(await colorSpaceOfIcc(icc, 'rgb')).toBeUndefined()
})

it('a profile for another number of channels is ignored', async () => {
  const cmyk = await iccOf('cmyk')
  expect(await colorSpaceOfIcc(cmyk, 'rgb')).toBeUndefined()
  expect(await colorSpaceOfIcc(getAdobeRgbProfile(), 'cmyk')).toBeUndefined()
  expect(await colorSpaceOfIcc(getAdobeRgbProfile(), 'gray')).toMatchObject({ kind: 'profile' })
  const gray = Buffer.from(createRgbProfileForGray('gray', curve) ?? Buffer.alloc(0))
  gray.write('GRAY', 16)
  gray.write('kTRC', gray.indexOf('rTRC'))
  expect(await colorSpaceOfIcc(gray, 'rgb')).toBeUndefined()
  expect(await colorSpaceOfIcc(gray, 'gray')).toMatchObject({ kind: 'profile' })
})

it('rule 146: without a profile, EXIF may state sRGB; Adobe RGB in EXIF has no name, as other programs do not read it there', () => {
  const stated = [{}, { ColorSpace: 1 }, { ColorSpace: 65535, InteropIndex: 'R03' }, { ColorSpace: 65535 }]
  expect(stated.map(tags => colorSpaceOfExif(tags).name)).toEqual(['', 'sRGB', '', ''])
  expect(stated.map(tags => colorSpaceOfExif(tags).kind)).toEqual(['srgb', 'srgb', 'profile', 'srgb'])
})
