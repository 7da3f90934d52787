import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { errorCode } from '../error-code.ts'

/** Of all services in this process. */
const own = new Set<string>()
const host = hostname().replaceAll(/[^A-Za-z0-9-]/g, '-')

/** Room for files between download and store. What a killed process left goes when the next one starts. */
export class WorkFolders {
  private readonly root: string
  private readonly name = `${host}.${process.pid}.${randomUUID()}`
  constructor(root: string) {
    this.root = root
    own.add(this.name)
  }

  async prepare(): Promise<void> {
    await mkdir(join(this.root, this.name), { recursive: true, mode: 0o700 })
    for (const name of await readdir(this.root))
      if (isAbandoned(name)) await rm(join(this.root, name), { recursive: true, force: true })
  }

  /** The folder is there while the work runs. */
  async using<T>(work: (folder: string) => Promise<T>): Promise<T> {
    const folder = await mkdtemp(join(this.root, this.name, 'photo-'))
    try {
      return await work(folder)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }

  async onModuleDestroy(): Promise<void> {
    own.delete(this.name)
    await rm(join(this.root, this.name), { recursive: true, force: true })
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
