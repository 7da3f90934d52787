import { z } from 'zod'
import { done, rpc } from '../define.ts'

const question = (service: string) => rpc(`${service}.ready`, z.object({}), done)

/** Can this service use its database? The service kit answers; UNAVAILABLE where it cannot. */
export const ready = {
  identity: question('identity'),
  billing: question('billing'),
  library: question('library'),
  media: question('media'),
  sharing: question('sharing'),
  developer: question('developer'),
  admin: question('admin'),
}
