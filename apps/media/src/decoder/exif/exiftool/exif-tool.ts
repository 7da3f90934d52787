import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { decodeText, repairText } from '@daymark/contracts/text'
import { DefaultExifToolOptions, ExifTool, exiftoolPath } from 'exiftool-vendored'
import type { Tools } from '../../../shared/messages.ts'
import { needsOtherDates } from '../dates/date-taken.ts'
import type { Tags } from '../tags.ts'

/** Tags to read. `#` requests a number instead of a text. `EXIF:` excludes maker notes, in which some tag names have other meanings. */
const METADATA_ARGS = [
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
  '-DateTimeOriginal',
  '-DateTimeCreated',
  '-DateCreated',
  '-EXIF:CreateDate',
  '-XMP:CreateDate',
  '-TimeZoneOffset',
  '-TimeZone',
  '-DaylightSavings',
  '-OffsetTimeOriginal',
  '-OffsetTimeDigitized',
  '-OffsetTime',
  '-ModifyDate',
  '-SubSecTimeOriginal',
  '-SubSecTimeDigitized',
  '-GPSDateStamp',
  '-GPSTimeStamp',
  '-SerialNumber',
  '-CameraSerialNumber',
  '-InternalSerialNumber',
  '-GPSPosition#',
  '-GPSAltitude#',
  '-Artist',
  '-XPAuthor',
  '-Author',
  '-Creator',
  '-By-line',
  '-Copyright',
  '-Rights',
  '-CopyrightNotice',
  '-XMP-xmpRights:UsageTerms',
  '-XMP-xmpRights:WebStatement',
  '-XMP-xmp:Rating#',
  '-EXIF:Rating#',
]
/** Date tags, read from all tag groups. In the result, the keys are `group:tag`, because groups use the same tag names. */
const DATE_ARGS = [
  '-DateTimeOriginal',
  '-CreateDate',
  '-DateCreated',
  '-DigitalCreationDateTime',
  '-CreationDate',
  '-CreationTime',
]
const PREVIEW_TAGS = ['JpgFromRaw2', 'JpgFromRaw', 'PreviewImage', 'OtherImage', 'ThumbnailImage']
const CONTAINER_ARGS = [
  '-Orientation#',
  '-ColorSpace#',
  '-InteropIndex',
  '-ImageSize#',
  '-DefaultCropSize#',
  '-ExifImageWidth#',
  '-ExifImageHeight#',
]

export type Preview = { tag: string; bytes: number }
/** The metadata of a RAW file with keys `group:tag`, and its embedded previews, largest first. */
export type RawContents = { tags: Tags; previews: Preview[] }

/** Limit of the CPU time for one file. Real files need 1 % of this time; deeply nested XMP would need minutes. */
const CPU_LIMIT_MS = 2000
const TIMEOUT_MS = 15_000
const CPU_CHECK_INTERVAL_MS = 250
/** Memory limit. Compressed texts in a PNG can expand to a thousand times their size. */
const MAX_MEMORY_BYTES = 1e9

/** Runs ExifTool as a long-running process, which starts on first use. Must only be called with image files. */
export class ExifReader {
  private tool: ExifTool | undefined
  private readonly tools: Pick<Tools, 'perl' | 'prlimit'>
  constructor(tools: Pick<Tools, 'perl' | 'prlimit'>) {
    this.tools = tools
  }

  async readTags(file: string): Promise<Tags> {
    const tags = await this.read(file, ['-fast', ...METADATA_ARGS])
    const dates = needsOtherDates(tags) ? await this.read(file, ['-fast', '-G0', ...DATE_ARGS]) : {}
    const [latitude, longitude] = String(tags.GPSPosition ?? '').split(' ')
    return { ...dates, ...tags, latitude, longitude }
  }

  async readRawContents(file: string): Promise<RawContents> {
    const tagArgs = [...PREVIEW_TAGS.map(tag => `-${tag}`), ...CONTAINER_ARGS]
    const tags = await this.runLimited(tool =>
      tool.readRaw(file, { readArgs: ['-fast', '-G1', '-a', ...tagArgs], useMWG: false }),
    )
    const previews = Object.entries(tags)
      .map(([tag, value]) => ({ tag, bytes: Number(/^\(Binary data (\d+) bytes/.exec(String(value))?.[1] ?? 0) }))
      .filter(({ bytes }) => bytes > 0)
      .sort((one, other) => other.bytes - one.bytes)
    return { tags: tags as Tags, previews }
  }

  /** Extracts a preview to the file `target`. Reading a preview of 7 MB from ExifTool's standard output would take 700 ms. */
  async extract(tag: string, file: string, target: string): Promise<void> {
    await this.runLimited(tool =>
      tool.extractBinaryTag(tag, file, target, { forceWrite: true, ignoreMinorErrors: true }),
    )
  }

  async close(): Promise<void> {
    await this.tool?.end()
  }

  /** Reads tags. For texts that are not UTF-8, requests the bytes, because Daymark detects more encodings than ExifTool. */
  private async read(file: string, tags: string[]): Promise<Tags> {
    const readArgs = ['-charset', 'iptc=utf8', ...tags]
    const { invalidUtf8Bytes: bytes = {}, ...rawTags } = await this.runLimited(tool =>
      tool.readRaw(file, { readArgs, useMWG: false }),
    )
    return Object.fromEntries(
      Object.entries(rawTags).map(([name, value]) => [name, decodeValue(value, bytes[name as keyof typeof bytes])]),
    )
  }

  /**
   * Kills ExifTool if one file needs too much CPU time. Elapsed time is not limited here, because any file may take long on a busy machine.
   */
  private async runLimited<T>(run: (tool: ExifTool) => Promise<T>): Promise<T> {
    const tool = this.getTool()
    const cpuMsBefore = cpuTimeMsOf(tool.pids)
    const cpuCheck = setInterval(() => {
      if (cpuTimeMsOf(tool.pids) - cpuMsBefore > CPU_LIMIT_MS) for (const pid of tool.pids) process.kill(pid, 'SIGKILL')
    }, CPU_CHECK_INTERVAL_MS)
    try {
      return await run(tool)
    } finally {
      clearInterval(cpuCheck)
    }
  }

  private getTool(): ExifTool {
    return (this.tool ??= new ExifTool({
      maxProcs: 1,
      taskTimeoutMillis: TIMEOUT_MS,
      taskRetries: 0,
      maxTasksPerProcess: 1000,
      ...(this.tools.perl && this.tools.prlimit && { processFactory: () => this.spawnLimited() }),
    }))
  }

  private async spawnLimited(): Promise<ChildProcess> {
    const { perl, prlimit } = this.tools
    const command = [
      `--as=${MAX_MEMORY_BYTES}`,
      perl ?? '',
      await exiftoolPath(),
      ...DefaultExifToolOptions.exiftoolArgs,
    ]
    return spawn(prlimit ?? '', command, { stdio: 'pipe', env: { LANG: 'C' } })
  }
}

/** Decodes a text or a list of texts. `bytes`: the bytes of the text if it is not UTF-8; for a list, those of such items by index. */
function decodeValue(value: unknown, bytes: unknown): unknown {
  if (Array.isArray(value))
    return value.map((one, index) => decodeValue(one, (bytes as Record<number, unknown>)?.[index]))
  if (bytes instanceof Uint8Array) return decodeText(bytes)
  return typeof value === 'string' ? repairText(value) : value
}

const CLOCK_TICK_MS = 10
/** Returns the CPU time of the processes in milliseconds, or 0 if the system does not report it. */
function cpuTimeMsOf(pids: number[]): number {
  return pids.reduce((sum, pid) => {
    try {
      // user and system time are the 12th and 13th field after the name of the program, which may contain blanks
      const [, rest = ''] = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')
      const [user = 0, system = 0] = rest.split(' ').slice(11, 13).map(Number)
      return sum + (user + system) * CLOCK_TICK_MS
    } catch {
      return sum
    }
  }, 0)
}
