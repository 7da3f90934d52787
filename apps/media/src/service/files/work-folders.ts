import { randomUUID } from 'node:crypto'
import { chown, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { errorCode } from '../../shared/runtime.ts'

/** Names of the folders of this process. */
const own = new Set<string>()
const host = hostname().replaceAll(/[^A-Za-z0-9-]/g, '-')

/** Temporary folders for files between download and upload. The next process removes folders of a killed one. */
export class WorkFolders {
  private readonly name = `${host}.${process.pid}.${randomUUID()}`
  /** The user id of decoders, if they do not run as the user of the server. */
  uid: number | undefined
  constructor(private readonly root: string) {
    own.add(this.name)
  }

  /** The parent of all folders. Decoders can enter a folder by its name but cannot list them. */
  get path(): string {
    return join(this.root, this.name)
  }

  /** An empty folder on which decoders mount their files. All services of this user share it. */
  get cover(): string {
    return join(this.root, 'jail')
  }

  async prepare(): Promise<void> {
    await mkdir(this.path, { recursive: true, mode: 0o711 })
    await mkdir(this.cover, { recursive: true })
    for (const name of await readdir(this.root))
      if (isAbandoned(name)) await rm(join(this.root, name), { recursive: true, force: true })
  }

  /** Creates a folder and deletes it when the work ends. */
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

/** In a container every start has the same pid, so a folder with that pid belongs to this process or is abandoned. */
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
