import { useSession } from '../../domain/session/session.tsx'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { Shell } from '../shell.tsx'
import { VisitorFrame } from '../visitor-frame.tsx'

/** The frame of public screens (L-ROUTE-02, 03): the shell for signed-in users, else a light frame. */
export function OpenFrame() {
  const { isLoading, user } = useSession()
  if (isLoading) return <Spinner label="Loading..." fill />
  return user && !user.must_change_password ? <Shell /> : <VisitorFrame />
}
