import { gzipSync } from 'node:zlib'

const BLOCK = 512
const padded = (bytes: Buffer): Buffer => Buffer.concat([bytes, Buffer.alloc((BLOCK - (bytes.length % BLOCK)) % BLOCK)])

/** Creates a .tar.gz of a few small texts (POSIX ustar). */
export function archive(folder: string, texts: Record<string, string>, at: Date): Buffer {
  const parts = Object.entries(texts).flatMap(([name, text]) => {
    const content = Buffer.from(text)
    return [head(`${folder}/${name}`, content.length, at), padded(content)]
  })
  return gzipSync(Buffer.concat([...parts, Buffer.alloc(2 * BLOCK)]))
}

function head(name: string, size: number, at: Date): Buffer {
  const block = Buffer.alloc(BLOCK)
  const octal = (value: number, length: number, offset: number) =>
    block.write(`${value.toString(8).padStart(length - 1, '0')}\0`, offset, 'ascii')
  block.write(name, 0, 100, 'utf8')
  octal(0o600, 8, 100)
  octal(0, 8, 108)
  octal(0, 8, 116)
  octal(size, 12, 124)
  octal(Math.floor(at.getTime() / 1000), 12, 136)
  block.write('0', 156, 'ascii')
  block.write('ustar\x0000', 257, 'binary')
  // the checksum field counts as spaces
  block.fill(' ', 148, 156)
  const sum = block.reduce((total, byte) => total + byte, 0)
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'ascii')
  return block
}
