import type { Request } from 'express'

type Given = { current_password: string; code?: string | undefined }

/** What a person proves herself with once more, and from where, for the limiter. */
export const proof = ({ current_password: currentPassword, code = '' }: Given, { ip = '' }: Request) => ({
  currentPassword,
  code,
  address: ip,
})
