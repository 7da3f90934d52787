import { useRef } from 'react'
import { useNavigate, useSearchParams } from '../../../lib/router.ts'

/** The open photo stands in the address: it can be sent on, and the back button of a phone closes the viewer. */
export function useOpenPhoto() {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const isPushed = useRef(false)
  /** What else stands there stays: also a personal link that nothing has read yet. */
  const { photo: _, ...others } = Object.fromEntries(params)
  const go = (to: Record<string, string>, replace = true) =>
    void navigate({ search: `${new URLSearchParams(to)}`, hash: location.hash }, { replace })
  return {
    photoId: params.get('photo'),
    open: (id: string) => {
      isPushed.current = true
      go({ ...others, photo: id }, false)
    },
    show: (id: string) => go({ ...others, photo: id }),
    close: () => {
      if (isPushed.current) void navigate(-1)
      else go(others)
      isPushed.current = false
    },
  }
}
