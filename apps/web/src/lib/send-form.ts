import type { http, Route } from '@daymark/contracts'
import { ApiError, parseJson, reportSessionError } from './api.ts'

/** Sends a file as a form. `call` cannot do this, because it sends JSON. Throws ApiError. */
export async function sendForm({ method, path }: Route, file: File) {
  const body = new FormData()
  body.append('file', file, file.name)
  const response = await fetch(path, { method, credentials: 'include', body })
  if (response.ok) return
  const errorBody = parseJson(await response.text()) as Partial<http.ErrorAnswer> | null
  throw reportSessionError(path, new ApiError(`${method} ${path}`, response.status, errorBody))
}
