const SENTENCES = {
  empty: 'This file is empty. If it is kept in a cloud folder, download it to this device first.',
  missing: 'This file is no longer on this device. Choose it again.',
  changed: 'This file was changed after you chose it, or it can no longer be read. Choose it again.',
}

/** A local problem: the file cannot be sent. */
export class FileProblem extends Error {
  override name = 'FileProblem'
  constructor(kind: keyof typeof SENTENCES) {
    super(SENTENCES[kind])
  }

  /** Browsers refuse to read a file whose size or modification time has changed since it was chosen. */
  static async of(file: File): Promise<FileProblem | null> {
    try {
      await file.slice(0, 1).arrayBuffer()
      return null
    } catch (reason) {
      if (!(reason instanceof DOMException)) return null
      return new FileProblem(reason.name === 'NotFoundError' ? 'missing' : 'changed')
    }
  }
}
