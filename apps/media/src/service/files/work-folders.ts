import { randomUUID } from 'node:crypto'
import { chown, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { errorCode } from '../../shared/error-code.ts'

/** Of all services in this process. */
const own = new Set<string>()
const host = hostname().replaceAll(/[^A-Za-z0-9-]/g, '-')

/** Room for files between download and store. What a killed process left goes when the next one starts. */
export class WorkFolders {
  private readonly name = `${host}.${process.pid}.${randomUUID()}`
  /** Who else works in the folders, where decoders run under a user of their own. */
  uid: number | undefined
  constructor(private readonly root: string) {
    own.add(this.name)
  }

  /** All of them; a decoder gets here by the name of one, and cannot list them. */
  get path(): string {
    return join(this.root, this.name)
  }

  /** An empty folder that belongs to all services of this user. */
  get cover(): string {
    return join(this.root, 'jail')
  }

  async prepare(): Promise<void> {
    await mkdir(this.path, { recursive: true, mode: 0o711 })
    await mkdir(this.cover, { recursive: true })
    for (const name of await readdir(this.root))
      if (isAbandoned(name)) await rm(join(this.root, name), { recursive: true, force: true })
  }

  /** The folder is there while the work runs. */
  async using<T>(work: (folder: string) => Promise<T>): Promise<T> {
    const folder = await mkdtemp(join(this.path, 'photo-'))
    try {
      if (this.uid !== undefined) await chown(folder, this.uid, this.uid)
      return await work(folder)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }

  async onModuleDestroy(): Promise<void> {
    own.delete(this.name)
    await rm(this.path, { recursive: true, force: true })
  }
}

/** In a container every start has the same pid: then a folder is one of our own, or nobody's. */
function isAbandoned(name: string): boolean {
  const [owner, pid, id] = name.split('.')
  if (owner !== host || id === undefined || own.has(name)) return false
  return Number(pid) === process.pid || !isAlive(Number(pid))
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return errorCode(error) !== 'ESRCH'
  }
}
