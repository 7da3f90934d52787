import { useRef } from 'react'
import { useNavigate, useSearchParams } from '../../../lib/router.ts'

/** The open photo stands in the address: it can be sent on, and the back button of a phone closes the viewer. */
export function useOpenPhoto() {
  const [params, setParams] = useSearchParams()
  const navigate = useNavigate()
  const isPushed = useRef(false)
  /** What else stands there stays. */
  const { photo: _, ...others } = Object.fromEntries(params)
  return {
    photoId: params.get('photo'),
    open: (id: string) => {
      isPushed.current = true
      setParams({ ...others, photo: id })
    },
    show: (id: string) => setParams({ ...others, photo: id }, { replace: true }),
    close: () => {
      if (isPushed.current) void navigate(-1)
      else setParams(others, { replace: true })
      isPushed.current = false
    },
  }
}
