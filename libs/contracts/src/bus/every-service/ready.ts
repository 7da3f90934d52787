import { z } from 'zod'
import { done, rpc } from '../define.ts'

const readyCall = (service: string) => rpc(`${service}.ready`, z.object({}), done)

/** Whether a service can use its database; UNAVAILABLE otherwise. Implemented by the platform. */
export const ready = {
  identity: question('identity'),
  billing: question('billing'),
  library: question('library'),
  media: question('media'),
  sharing: question('sharing'),
  developer: question('developer'),
  admin: question('admin'),
}
