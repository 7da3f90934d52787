import { spawn } from 'node:child_process'
import { basename } from 'node:path'
import type { Tools } from '../../shared/messages.ts'
import { firstLineOf } from './decode-sharp.ts'
import { MAX_PIXELS, type Pixels, undecodableFile } from './pixels.ts'

const TIMEOUT_SECONDS = 60
const MAX_MEMORY_BYTES = 3e9
/** Uses the white balance of the camera and writes sRGB to standard output. */
const DCRAW_OPTIONS = ['-w', '-o', '1', '-Z', '-']
/** Combines four sensor cells into each pixel, so that no interpolation is needed. */
export const HALF_SIZE_OPTIONS = ['-h', '-q', '0']
/** Interpolates by patterned pixel grouping, which is nearly as good as the best method and faster. */
const FULL_SIZE_OPTIONS = ['-q', '2']

/** Develops the sensor data of a RAW file with LibRaw's dcraw_emu, in a process with limits of time and memory. */
export async function developRaw(
  path: string,
  tools: Tools,
  sizeOptions: string[] = FULL_SIZE_OPTIONS,
): Promise<{ pixels: Pixels; damage: string | null }> {
  if (!tools.dcraw) throw undecodableFile('RAW: the file has no preview, and dcraw_emu is not installed')
  const { output, message } = await runDcraw([tools.dcraw, ...sizeOptions, ...DCRAW_OPTIONS, path], tools.prlimit)
  // dcraw_emu always exits with code 0, so only its output shows whether it succeeded
  return { pixels: readPpm(output, message), damage: /corrupted|Unexpected end/i.test(message) ? message : null }
}

function runDcraw(command: string[], prlimit: string | null): Promise<{ output: Buffer; message: string }> {
  const path = command.at(-1) ?? ''
  const limits = prlimit ? [prlimit, `--as=${MAX_MEMORY_BYTES}`, `--cpu=${TIMEOUT_SECONDS}`] : []
  const [program = '', ...args] = [...limits, ...command]
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: TIMEOUT_SECONDS * 1000,
      killSignal: 'SIGKILL',
    })
    const chunks: Buffer[] = []
    let length = 0
    let message = ''
    child.stdout.on('data', (chunk: Buffer) => {
      length += chunk.length
      if (length > MAX_PIXELS * 3) child.kill('SIGKILL')
      else chunks.push(chunk)
    })
    child.stderr.on('data', (chunk: Buffer) => void (message = (message + chunk).slice(0, 500)))
    child.on('error', reject)
    child.on('close', () =>
      resolve({
        output: Buffer.concat(chunks),
        message: firstLineOf(message.trim()).replaceAll(path, basename(path)),
      }),
    )
  })
}

function readPpm(output: Buffer, message: string): Pixels {
  const header = /^P6\s+(\d+)\s+(\d+)\s+255\s/.exec(output.toString('latin1', 0, 40))
  const [width, height] = [Number(header?.[1]), Number(header?.[2])]
  const length = width * height * 3
  const start = header?.[0].length ?? 0
  const data = output.subarray(start, start + length)
  if (!header || data.length < length) throw undecodableFile(`RAW: ${message || 'no output'}`)
  return { data, width, height, channels: 3 }
}
