import { contentDisposition } from './content-disposition.ts'

describe('Content-Disposition', () => {
  it('carries the name in UTF-8 and a plain one beside it', () => {
    expect(contentDisposition('attachment', 'Müller (1).jpg')).toBe(
      `attachment; filename="Muller (1).jpg"; filename*=UTF-8''M%C3%BCller%20%281%29.jpg`,
    )
    expect(contentDisposition('inline', '写真.jpg')).toBe(
      `inline; filename="__.jpg"; filename*=UTF-8''%E5%86%99%E7%9C%9F.jpg`,
    )
  })

  it('cannot be left by a hostile name', () => {
    const header = contentDisposition('attachment', 'a"; filename=evil.exe\r\nSet-Cookie: x=1;\u0000\\%22\ud800.jpg')
    expect(header).toMatch(/^attachment; filename="[^"\\\r\n\0%]*"; filename\*=UTF-8''[A-Za-z0-9%._~-]+$/)
  })
})
