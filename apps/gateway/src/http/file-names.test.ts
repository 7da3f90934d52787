import { contentDisposition, extensionOf, safeFilename, uploadedName } from './file-names.ts'

describe('file names', () => {
  it('keep what a photographer typed', () => {
    const names = ['DSC_0001.NEF', 'Hochzeit Müller & Söhne.jpg', '写真 1.heic', 'a.b.c.tiff', 'no extension']
    const others = [
      'cafe\u0301.jpg',
      'café.jpg',
      '👩‍👩‍👧 🏳️‍🌈.jpg',
      'می\u200cخواهم.jpg',
      'חתונה\u200f.jpg',
      ' a.jpg',
      '.a.jpg',
    ]
    for (const name of [...names, ...others]) expect([uploadedName(name), safeFilename(name)]).toEqual([name, name])
  })

  it('lose paths, of either system', () => {
    expect(uploadedName('C:\\fakepath\\a.jpg')).toBe('a.jpg')
    expect(uploadedName('../../etc/passwd')).toBe('passwd')
    expect(safeFilename('../../etc/passwd')).toBe('_.._etc_passwd')
  })

  it('lose what cannot be seen or turns writing around', () => {
    expect(uploadedName('a\u0000b\r\n\u202Egpj.exe')).toBe('abgpj.exe')
    expect(safeFilename('a\u200Bb\uFEFF.jpg')).toBe('ab.jpg')
    expect(safeFilename('lone \ud800 surrogate.jpg')).toBe('lone \ufffd surrogate.jpg')
  })

  it('are never empty, reserved or a way out of a folder', () => {
    expect(uploadedName('')).toBe('upload')
    expect(uploadedName('photos/')).toBe('upload')
    expect(safeFilename('...')).toBe('file')
    expect(safeFilename('..htaccess')).toBe('htaccess')
    expect(safeFilename('trailing. . ')).toBe('trailing')
    expect(safeFilename('CON.jpg')).toBe('_CON.jpg')
    expect(safeFilename('console.jpg')).toBe('console.jpg')
    expect(safeFilename('a<b>:c|d?.jpg')).toBe('a_b__c_d_.jpg')
  })

  it('are cut to what a file system takes, keeping the extension and whole characters', () => {
    const name = safeFilename(`${'é😀'.repeat(200)}.jpeg`)
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(240)
    expect(name.endsWith('.jpeg')).toBe(true)
    expect(name.isWellFormed()).toBe(true)
    expect(Buffer.byteLength(uploadedName('x'.repeat(10_000)))).toBe(240)
  })

  it('have an extension', () => {
    expect(['a.JPG', 'a.tar.gz', 'noext', '.bashrc', 'a.', 'a.b c', 'x.cr3'].map(extensionOf)).toEqual([
      'jpg',
      'gz',
      '',
      '',
      '',
      '',
      'cr3',
    ])
  })
})

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
