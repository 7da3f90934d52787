import { selectCoverPhoto, coverSources, hasExtremeAspectRatio } from './cover.ts'

const photo = (id: string, width: number | null, height: number | null) => ({ id, width, height })
const portrait = photo('portrait', 2000, 3000)
const small = photo('small', 900, 600)
const wide = photo('wide', 3000, 2000)

describe('the cover of a gallery', () => {
  it('is the chosen photo, regardless of its shape and the number of photos', () => {
    expect(selectCoverPhoto([portrait], 'portrait')).toBe(portrait)
  })

  it('is the first wide photo if none was chosen', () => {
    const photos = [portrait, photo('unknown', null, null), small, wide, photo('later', 6000, 4000)]
    expect(selectCoverPhoto(photos, null)).toBe(wide)
    expect(selectCoverPhoto(photos, 'gone')).toBe(wide)
  })

  it('is never an automatically chosen panorama', () => {
    const [panorama, square] = [photo('panorama', 12_000, 600), photo('square', 3000, 3000)]
    expect(selectCoverPhoto([panorama, square, portrait, wide], null)).toBe(wide)
    expect(selectCoverPhoto([panorama, panorama, panorama, square], null)).toBeUndefined()
    expect(selectCoverPhoto([panorama, wide], 'panorama')).toBe(panorama)
    expect([panorama, photo('tall', 1080, 15_000), photo('wide', 3000, 1000), portrait].map(hasExtremeAspectRatio)).toEqual([true, true, false, false]) // prettier-ignore
    expect(hasExtremeAspectRatio({ width: null, height: null })).toBe(false)
  })

  it('is missing for few or small photos', () => {
    expect(selectCoverPhoto([wide, wide, wide], null)).toBeUndefined()
    expect(selectCoverPhoto([small, small, small, small], null)).toBeUndefined()
  })

  it('offers three variants with their widths', () => {
    const { srcSet } = coverSources({ ...wide, url: '/m/lg/a.jpg?token=t' }, 'hero')
    expect(srcSet).toBe('/m/sm/a.jpg?token=t 480w, /m/md/a.jpg?token=t 1280w, /m/lg/a.jpg?token=t 2560w')
    expect(coverSources({ ...portrait, url: '/lg/a' }, 'hero').srcSet).toBe('/sm/a 320w, /md/a 853w, /lg/a 1707w')
    // HTML allows each width once
    expect(coverSources({ width: 1, height: 1, url: '/lg/a' }, 'hero').srcSet).toBe('/sm/a 1w')
    expect(coverSources({ ...small, url: '/lg/a' }, 'hero').srcSet).toBe('/sm/a 480w, /md/a 900w')
  })

  it('is as wide as its box, or wider if the box is higher than the picture', () => {
    expect(coverSources({ ...wide, url: '' }, 'hero').sizes).toBe('max(100vw, 129svh)')
    expect(coverSources({ ...portrait, url: '' }, 'split').sizes).toBe('max(58vw, 57svh)')
  })

  it('is md on phones of any pixel density', () => {
    expect(coverSources({ ...wide, url: '/m/lg/a.jpg?token=t' }, 'hero').phone).toBe('/m/md/a.jpg?token=t')
  })
})
