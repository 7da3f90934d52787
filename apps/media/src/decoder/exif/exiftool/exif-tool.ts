import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { decodeText, repairText } from '@daymark/contracts/text'
import { DefaultExifToolOptions, ExifTool, exiftoolPath } from 'exiftool-vendored'
import type { Tools } from '../../../shared/messages.ts'
import { needsOtherDates } from '../dates/date-taken.ts'
import type { Tags } from '../tags.ts'

/** `#` requests the number instead of ExifTool's text. `EXIF:` is required where maker notes use the same names with other meanings. */
const FACTS = [
  '-Make',
  '-Model',
  '-LensModel',
  '-LensID',
  '-Lens',
  '-LensType',
  '-Software',
  '-CreatorTool',
  '-ExposureTime#',
  '-ShutterSpeed#',
  '-FNumber#',
  '-Aperture#',
  '-ISO#',
  '-FocalLength#',
  '-FocalLengthIn35mmFormat#',
  '-ScaleFactor35efl#',
  '-EXIF:Flash#',
  '-EXIF:WhiteBalance#',
  '-EXIF:ExposureMode#',
  ...['-DateTimeOriginal', '-DateTimeCreated', '-DateCreated', '-EXIF:CreateDate', '-XMP:CreateDate'],
  ...['-TimeZoneOffset', '-TimeZone', '-DaylightSavings'],
  '-OffsetTimeOriginal',
  '-OffsetTimeDigitized',
  ...['-OffsetTime', '-ModifyDate', '-SubSecTimeOriginal', '-SubSecTimeDigitized', '-GPSDateStamp', '-GPSTimeStamp'],
  ...['-SerialNumber', '-CameraSerialNumber', '-InternalSerialNumber'],
  '-GPSPosition#',
  '-GPSAltitude#',
  '-Artist',
  ...['-XPAuthor', '-Author'],
  '-Creator',
  '-By-line',
  '-Copyright',
  '-Rights',
  '-CopyrightNotice',
  ...['-XMP-xmpRights:UsageTerms', '-XMP-xmpRights:WebStatement'],
  ...['-XMP-xmp:Rating#', '-EXIF:Rating#'],
]
/** Dates of all groups, keyed `group:tag`. Without the group, a tag of the same name in an earlier group would hide them. */
const DATES = [
  '-DateTimeOriginal',
  '-CreateDate',
  '-DateCreated',
  '-DigitalCreationDateTime',
  '-CreationDate',
  '-CreationTime',
]
const PREVIEWS = ['JpgFromRaw2', 'JpgFromRaw', 'PreviewImage', 'OtherImage', 'ThumbnailImage']
const CONTAINER = [
  ...['-Orientation#', '-ColorSpace#', '-InteropIndex', '-ImageSize#', '-DefaultCropSize#'],
  ...['-ExifImageWidth#', '-ExifImageHeight#'],
]

export type Preview = { tag: string; bytes: number }
/** The metadata of a RAW file, keyed `group:tag`, and its embedded previews, largest first. */
export type RawContents = { tags: Tags; previews: Preview[] }

/** The limit of CPU time for one file. Typical files take hundredths of it; deeply nested XMP would take minutes. */
const CPU_LIMIT_MS = 2000
const WALL_LIMIT_MS = 15_000
const LOOK_MS = 250
/** The limit of memory in bytes. Compressed texts in a PNG can expand to a thousand times their size. */
const ADDRESS_SPACE = 1e9

/** ExifTool as a long-running process that starts on first use. It only receives files whose bytes are an image. */
export class ExifReader {
  private tool: ExifTool | undefined
  private readonly tools: Pick<Tools, 'perl' | 'prlimit'>
  constructor(tools: Pick<Tools, 'perl' | 'prlimit'>) {
    this.tools = tools
  }

  async facts(file: string): Promise<Tags> {
    const tags = await this.read(file, ['-fast', ...FACTS])
    const dates = needsOtherDates(tags) ? await this.read(file, ['-fast', '-G0', ...DATES]) : {}
    const [latitude, longitude] = String(tags.GPSPosition ?? '').split(' ')
    return { ...dates, ...tags, latitude, longitude }
  }

  async contents(file: string): Promise<RawContents> {
    const sizes = [...PREVIEWS.map(tag => `-${tag}`), ...CONTAINER]
    const tags = await this.limited(tool =>
      tool.readRaw(file, { readArgs: ['-fast', '-G1', '-a', ...sizes], useMWG: false }),
    )
    const previews = Object.entries(tags)
      .map(([tag, value]) => ({ tag, bytes: Number(/^\(Binary data (\d+) bytes/.exec(String(value))?.[1] ?? 0) }))
      .filter(({ bytes }) => bytes > 0)
      .sort((one, other) => other.bytes - one.bytes)
    return { tags: tags as Tags, previews }
  }

  /** Writes to a file, because 7 MB take 700 ms through ExifTool's standard output. */
  async extract(tag: string, file: string, target: string): Promise<void> {
    await this.limited(tool => tool.extractBinaryTag(tag, file, target, { forceWrite: true, ignoreMinorErrors: true }))
  }

  async close(): Promise<void> {
    await this.tool?.end()
  }

  /** ExifTool also returns the bytes of texts that are not UTF-8, because this class and not ExifTool determines their encoding. */
  private async read(file: string, tags: string[]): Promise<Tags> {
    const readArgs = ['-charset', 'iptc=utf8', ...tags]
    const { invalidUtf8Bytes: bytes = {}, ...read } = await this.limited(tool =>
      tool.readRaw(file, { readArgs, useMWG: false }),
    )
    return Object.fromEntries(
      Object.entries(read).map(([name, value]) => [name, decoded(value, bytes[name as keyof typeof bytes])]),
    )
  }

  /** Ends the process when one file takes too much CPU time. Wall time does not count, because any file may wait long on a busy machine. */
  private async limited<T>(ask: (tool: ExifTool) => Promise<T>): Promise<T> {
    const tool = this.running()
    const before = workOf(tool.pids)
    const look = setInterval(() => {
      if (workOf(tool.pids) - before > CPU_LIMIT_MS) for (const pid of tool.pids) process.kill(pid, 'SIGKILL')
    }, LOOK_MS)
    try {
      return await ask(tool)
    } finally {
      clearInterval(look)
    }
  }

  private running(): ExifTool {
    return (this.tool ??= new ExifTool({
      maxProcs: 1,
      taskTimeoutMillis: WALL_LIMIT_MS,
      taskRetries: 0,
      maxTasksPerProcess: 1000,
      ...(this.tools.perl && this.tools.prlimit && { processFactory: () => this.start() }),
    }))
  }

  private async start(): Promise<ChildProcess> {
    const { perl, prlimit } = this.tools
    const command = [`--as=${ADDRESS_SPACE}`, perl ?? '', await exiftoolPath(), ...DefaultExifToolOptions.exiftoolArgs]
    return spawn(prlimit ?? '', command, { stdio: 'pipe', env: { LANG: 'C' } })
  }
}

/** `bytes`: the bytes of a text that is not UTF-8; for a list, the bytes of each such text by its index. */
function decoded(value: unknown, bytes: unknown): unknown {
  if (Array.isArray(value)) return value.map((one, index) => decoded(one, (bytes as Record<number, unknown>)?.[index]))
  if (bytes instanceof Uint8Array) return decodeText(bytes)
  return typeof value === 'string' ? repairText(value) : value
}

const TICK_MS = 10
/** Returns the CPU time in milliseconds; 0 if the system does not report it. */
function workOf(pids: number[]): number {
  return pids.reduce((sum, pid) => {
    try {
      // The user and system time follow the name of the program, which may contain blanks.
      const [, rest = ''] = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')
      const [user = 0, system = 0] = rest.split(' ').slice(11, 13).map(Number)
      return sum + (user + system) * TICK_MS
    } catch {
      return sum
    }
  }, 0)
}
