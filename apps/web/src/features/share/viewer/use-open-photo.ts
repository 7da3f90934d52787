import { useRef } from 'react'
import { useNavigate, useSearchParams } from '../../../lib/router.ts'

/** The open photo is part of the address: it can be shared, and the back button of a phone closes the viewer. */
export function useOpenPhoto() {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const isPushed = useRef(false)
  /** Other parameters stay, including a personal link that has not been read yet. */
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
