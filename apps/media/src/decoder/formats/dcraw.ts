import { spawn } from 'node:child_process'
import { basename } from 'node:path'
import type { Tools } from '../../shared/messages.ts'
import { firstLine } from './decode-sharp.ts'
import { PIXEL_LIMIT, type Pixels, undecodable } from './pixels.ts'

const SECONDS = 60
const ADDRESS_SPACE = 3e9
/** Uses the white balance of the camera, converts to sRGB and writes to standard output. */
const OPTIONS = ['-w', '-o', '1', '-Z', '-']
/** Half the size: four sensor cells form one pixel, so nothing needs to be interpolated. */
export const HALF = ['-h', '-q', '0']
/** Patterned pixel grouping: nearly as good as the best interpolation, but faster. */
const WHOLE = ['-q', '2']

/** Develops the sensor data with LibRaw's own program, in a process with limits. */
export async function developRaw(
  path: string,
  tools: Tools,
  size: string[] = WHOLE,
): Promise<{ pixels: Pixels; damage: string | null }> {
  if (!tools.dcraw) throw undecodable('RAW: no preview inside and no dcraw_emu on this machine')
  const { output, complaint } = await run([tools.dcraw, ...size, ...OPTIONS, path], tools.prlimit)
  // The exit code is always 0, so only the output shows whether the program succeeded.
  return { pixels: readPpm(output, complaint), damage: /corrupted|Unexpected end/i.test(complaint) ? complaint : null }
}

function run(command: string[], prlimit: string | null): Promise<{ output: Buffer; complaint: string }> {
  const path = command.at(-1) ?? ''
  const limits = prlimit ? [prlimit, `--as=${ADDRESS_SPACE}`, `--cpu=${SECONDS}`] : []
  const [program = '', ...args] = [...limits, ...command]
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: SECONDS * 1000,
      killSignal: 'SIGKILL',
    })
    const chunks: Buffer[] = []
    let length = 0
    let complaint = ''
    child.stdout.on('data', (chunk: Buffer) => {
      length += chunk.length
      if (length > PIXEL_LIMIT * 3) child.kill('SIGKILL')
      else chunks.push(chunk)
    })
    child.stderr.on('data', (chunk: Buffer) => void (complaint = (complaint + chunk).slice(0, 500)))
    child.on('error', reject)
    child.on('close', () =>
      resolve({
        output: Buffer.concat(chunks),
        complaint: firstLine(complaint.trim()).replaceAll(path, basename(path)),
      }),
    )
  })
}

function readPpm(output: Buffer, complaint: string): Pixels {
  const header = /^P6\s+(\d+)\s+(\d+)\s+255\s/.exec(output.toString('latin1', 0, 40))
  const [width, height] = [Number(header?.[1]), Number(header?.[2])]
  const length = width * height * 3
  const start = header?.[0].length ?? 0
  const data = output.subarray(start, start + length)
  if (!header || data.length < length) throw undecodable(`RAW: ${complaint || 'no output'}`)
  return { data, width, height, channels: 3 }
}
