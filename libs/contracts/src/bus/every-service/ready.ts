import { z } from 'zod'
import { done, rpc } from '../define.ts'

const readyCall = (service: string) => rpc(`${service}.ready`, z.object({}), done)

/** Whether a service can use its database; UNAVAILABLE otherwise. Implemented by the platform. */
export const ready = {
  identity: readyCall('identity'),
  billing: readyCall('billing'),
  library: readyCall('library'),
  media: readyCall('media'),
  sharing: readyCall('sharing'),
  developer: readyCall('developer'),
  admin: readyCall('admin'),
}
