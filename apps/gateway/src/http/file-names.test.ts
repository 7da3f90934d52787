import { contentDisposition, extensionOf, toSafeFilename, cleanUploadedName } from './file-names.ts'

describe('file names', () => {
  it('are preserved in any script', () => {
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
    for (const name of [...names, ...others])
      expect([cleanUploadedName(name), toSafeFilename(name)]).toEqual([name, name])
  })

  it('lose a Windows or Unix path', () => {
    expect(cleanUploadedName('C:\\fakepath\\a.jpg')).toBe('a.jpg')
    expect(cleanUploadedName('../../etc/passwd')).toBe('passwd')
    expect(toSafeFilename('../../etc/passwd')).toBe('_.._etc_passwd')
  })

  it('lose invisible and direction-changing characters', () => {
    expect(cleanUploadedName('a\u0000b\r\n\u202Egpj.exe')).toBe('abgpj.exe')
    expect(toSafeFilename('a\u200Bb\uFEFF.jpg')).toBe('ab.jpg')
    expect(toSafeFilename('lone \ud800 surrogate.jpg')).toBe('lone \ufffd surrogate.jpg')
  })

  it('are never empty, reserved or a path to another folder', () => {
    expect(cleanUploadedName('')).toBe('upload')
    expect(cleanUploadedName('photos/')).toBe('upload')
    expect(toSafeFilename('...')).toBe('file')
    expect(toSafeFilename('..htaccess')).toBe('htaccess')
    expect(toSafeFilename('trailing. . ')).toBe('trailing')
    expect(toSafeFilename('CON.jpg')).toBe('_CON.jpg')
    expect(toSafeFilename('console.jpg')).toBe('console.jpg')
    expect(toSafeFilename('a<b>:c|d?.jpg')).toBe('a_b__c_d_.jpg')
  })

  it('are shortened to the limit of file systems and keep the extension and whole characters', () => {
    const name = toSafeFilename(`${'é😀'.repeat(200)}.jpeg`)
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(240)
    expect(name.endsWith('.jpeg')).toBe(true)
    expect(name.isWellFormed()).toBe(true)
    expect(Buffer.byteLength(cleanUploadedName('x'.repeat(10_000)))).toBe(240)
  })

  it('have an extension in lower case, or none', () => {
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
  it('contains the name in UTF-8 and an ASCII fallback', () => {
    expect(contentDisposition('attachment', 'Müller (1).jpg')).toBe(
      `attachment; filename="Muller (1).jpg"; filename*=UTF-8''M%C3%BCller%20%281%29.jpg`,
    )
    expect(contentDisposition('inline', '写真.jpg')).toBe(
      `inline; filename="__.jpg"; filename*=UTF-8''%E5%86%99%E7%9C%9F.jpg`,
    )
  })

  it('cannot be extended by a malicious name', () => {
    const header = contentDisposition('attachment', 'a"; filename=evil.exe\r\nSet-Cookie: x=1;\u0000\\%22\ud800.jpg')
    expect(header).toMatch(/^attachment; filename="[^"\\\r\n\0%]*"; filename\*=UTF-8''[A-Za-z0-9%._~-]+$/)
  })
})
