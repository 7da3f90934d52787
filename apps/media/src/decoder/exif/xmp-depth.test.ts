import { isTooDeep } from './xmp-depth.ts'

const nested = (depth: number) => '<a:b c="d">'.repeat(depth) + '</a:b>'.repeat(depth)

it('XMP is too deep or too long for ExifTool only where no program writes it so', () => {
  const honest = `<?xpacket begin=""?><!-- a --><x>${'<a/>'.repeat(1000)}${'<b>1</b>'.repeat(1000)}${nested(20)}</x>`
  for (const text of ['', honest, '<a', 'no XML']) expect(isTooDeep(Buffer.from(text))).toBe(false)
  expect(isTooDeep(undefined)).toBe(false)
  expect(isTooDeep(Buffer.from(nested(100)))).toBe(true)
  expect(isTooDeep(Buffer.from(nested(100), 'utf16le'))).toBe(true)
  expect(isTooDeep(Buffer.from('<a>'.repeat(100)))).toBe(true)
  expect(isTooDeep(Buffer.from('<a/>'.repeat(60_000)))).toBe(true)
})
