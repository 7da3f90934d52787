import { Inbox } from 'lucide-react'
import { Link } from '../../lib/router.ts'
import { buttonClass } from '../../ui/buttons/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'

/** One line, shown only while photos of guests wait for review. */
export function Waiting({ albumId, count }: { albumId: string; count: number }) {
  const review = (
    <Link to={`/albums/${albumId}/received`} className={buttonClass({})}>
      <Inbox aria-hidden />
      Review
    </Link>
  )
  return (
    <Notice action={review}>
      {count === 1
        ? '1 photo from a guest waits for your approval.'
        : `${count} photos from guests wait for your approval.`}
    </Notice>
  )
}
