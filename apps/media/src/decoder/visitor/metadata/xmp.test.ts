import { EditedFile, UnsafeFile } from '../edited-file.ts'
import { cleanXmp } from './xmp.ts'

const NAMESPACES = [
  'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"',
  'xmlns:exif="http://ns.adobe.com/exif/1.0/"',
  'xmlns:aux="http://ns.adobe.com/exif/1.0/aux/"',
  'xmlns:dc="http://purl.org/dc/elements/1.1/"',
  'xmlns:drone-dji="http://www.dji.com/drone-dji/1.0/"',
].join(' ')
const createPacket = (attributes: string, inside = ''): string =>
  `<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF ${NAMESPACES}>` +
  `<rdf:Description rdf:about="" ${attributes}>${inside}</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`
const cleanText = (text: string): string => {
  const bytes = Buffer.from(text)
  cleanXmp(new EditedFile(bytes), 0, bytes.length)
  expect(bytes).toHaveLength(Buffer.byteLength(text))
  return bytes.toString()
}

describe('XMP for visitors (rule 38)', () => {
  it('loses positions, serial numbers and unknown namespaces in attributes', () => {
    const cleaned = cleanText(
      createPacket(
        `aux:Lens="50mm" aux:SerialNumber='4711' exif:GPSLatitude="52,5N" drone-dji:Roll="secret" dc:format="x"`,
      ),
    )
    expect(cleaned).not.toMatch(/4711|52,5N|secret|Serial|GPS/)
    expect(cleaned).toMatch(/aux:Lens="50mm" +dc:format="x"/)
  })

  it('loses private elements with all of their content', () => {
    const cleaned = cleanText(
      createPacket(
        '',
        `<dc:rights><rdf:Alt><rdf:li xml:lang="x-default">© Ä</rdf:li></rdf:Alt></dc:rights>` +
          `<drone-dji:Camera rdf:parseType="Resource"><dc:title>inner</dc:title></drone-dji:Camera><exif:GPSAltitude/>`,
      ),
    )
    expect(cleaned).toContain('© Ä')
    expect(cleaned).not.toMatch(/inner|drone-dji:C|GPS/)
    expect(cleaned).toMatch(/<\/dc:rights> +<\/rdf:Description>/)
  })

  it('is filtered by namespace, not by prefix', () => {
    const hidden = createPacket(`e:GPSLatitude="52,5N" q:Serial="4711"`).replace(
      'xmlns:exif=',
      'xmlns:q="urn:any" xmlns:e="http://ns.adobe.com/exif/1.0/" xmlns:exif=',
    )
    expect(cleanText(hidden)).not.toMatch(/52,5N|4711/)
  })

  it.each([
    ['a comment', createPacket('', '<!-- 52,5N -->')],
    ['a document type', `<!DOCTYPE x [<!ENTITY a "52,5N">]>${createPacket('')}`],
    ['raw text', createPacket('', '<![CDATA[52,5N]]>')],
    ['UTF-16', Buffer.from(createPacket(''), 'utf16le').toString('latin1')],
    ['an element without end', '<x:xmpmeta xmlns:x="adobe:ns:meta/">'],
    ['elements that overlap', '<a:b xmlns:a="u"><a:c></a:b></a:c>'],
    ['text outside of elements', `${createPacket('')} 52,5N`],
    ['a prefix with two namespaces', createPacket('', '<dc:x xmlns:dc="http://ns.adobe.com/exif/1.0/"/>')],
    ['no XML', 'GPS 52,5N'],
  ])('is rejected: %s', (_what, text) => expect(() => cleanText(text)).toThrow(UnsafeFile))

  it('is replaced by the credit of the photo if it cannot be cleaned', () => {
    const bytes = Buffer.from(createPacket('', `<!-- 52,5N -->${' '.repeat(400)}`), 'utf16le')
    const credit = Buffer.from(createPacket('dc:format="x"'))
    cleanXmp(new EditedFile(bytes, false, credit), 0, bytes.length)
    expect(bytes.toString().trimEnd()).toBe(credit.toString())
    expect(() => cleanXmp(new EditedFile(Buffer.from('<!-- -->'), false, credit), 0, 8)).toThrow(UnsafeFile)
  })

  it('is cleaned in a time that is linear in its length', () => {
    const long = createPacket('', '<dc:title>x</dc:title>'.repeat(20_000) + `<exif:GPSLatitude ${' '.repeat(50_000)}/>`)
    // CPU time, because wall time depends on the load of the machine
    const before = process.cpuUsage()
    cleanText(long)
    expect(() => cleanText('<a:b '.repeat(50_000))).toThrow(UnsafeFile)
    const { user, system } = process.cpuUsage(before)
    expect((user + system) / 1000).toBeLessThan(3000)
  })
})
