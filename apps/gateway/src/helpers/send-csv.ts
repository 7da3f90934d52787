import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Request, Response } from 'express'

type Csv = {
  filename: string
  /** Done before anything leaves. */
  note: () => Promise<unknown>
  lines: () => AsyncIterable<string>
}

/** Line by line, as the client takes them. HEAD asks how it would be answered: nothing is read for it, and nothing leaves. */
export async function sendCsv(request: Request, response: Response, { filename, note, lines }: Csv): Promise<void> {
  const isAsked = request.method !== 'HEAD'
  if (isAsked) await note()
  response.setHeader('Content-Type', 'text/csv; charset=utf-8')
  response.setHeader('Content-Disposition', `attachment; filename="${filename}"`)
  response.setHeader('Cache-Control', 'no-store')
  if (!isAsked) return void response.end()
  await pipeline(Readable.from(lines()), response)
}
