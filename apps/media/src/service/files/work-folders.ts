import { randomUUID } from 'node:crypto'
import { chown, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { errorCode } from '../../shared/runtime.ts'

/** Names of the folders that this process uses at the moment. */
const folderNames = new Set<string>()
const HOST_NAME = hostname().replaceAll(/[^A-Za-z0-9-]/g, '-')

/** Temporary folders for decoder jobs. After a process was killed, the next process deletes its folders. */
export class WorkFolders {
  private readonly name = `${HOST_NAME}.${process.pid}.${randomUUID()}`
  /** User id of decoders, or undefined if decoders run as the user of the server. */
  uid: number | undefined
  constructor(private readonly root: string) {
    folderNames.add(this.name)
  }

  /** Parent folder of the job folders of this process. Decoders can open a job folder by its name but cannot list the parent. */
  get path(): string {
    return join(this.root, this.name)
  }

  /** Empty folder on which decoders mount their file system. All media processes of a system user share it. */
  get mountPoint(): string {
    return join(this.root, 'jail')
  }

  async prepare(): Promise<void> {
    await mkdir(this.path, { recursive: true, mode: 0o711 })
    await mkdir(this.mountPoint, { recursive: true })
    for (const name of await readdir(this.root))
      if (isAbandoned(name)) await rm(join(this.root, name), { recursive: true, force: true })
  }

  /** Creates a folder, runs `work` with it, and deletes the folder. */
  async withFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
    const folder = await mkdtemp(join(this.path, 'photo-'))
    try {
      if (this.uid !== undefined) await chown(folder, this.uid, this.uid)
      return await work(folder)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }

  async onModuleDestroy(): Promise<void> {
    folderNames.delete(this.name)
    await rm(this.path, { recursive: true, force: true })
  }
}

/**
 * Returns true if the process that created the folder has ended. In a container, a restarted process often has the same pid, so a folder
 * with the pid of this process is abandoned unless `folderNames` contains it.
 */
function isAbandoned(name: string): boolean {
  const [hostName, pid, id] = name.split('.')
  if (hostName !== HOST_NAME || id === undefined || folderNames.has(name)) return false
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
