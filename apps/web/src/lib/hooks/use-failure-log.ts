import { useEffect } from 'react'
import { logFailure } from '../log.ts'

/** Logs that data could not be read. The screen continues with the data it has. */
export function useFailureLog(message: string, error: Error | null) {
  useEffect(() => {
    if (error) logFailure(message, error)
  }, [message, error])
}
