// Sends what a form or a button asks for, and nothing more while that is on its way.
import type { UseMutationOptions, UseMutationResult } from '@tanstack/react-query'
import { useMutation } from '@tanstack/react-query'
import { useCallback, useLayoutEffect, useRef } from 'react'

/**
 * Makes a mutation that sends one request at a time. Use `useMutation` where several may be pending at once, as in a
 * list of rows with a button each.
 */
export function useSubmission<Data, Variables = void>(
  options: UseMutationOptions<Data, Error, Variables>,
): UseMutationResult<Data, Error, Variables> {
  const mutation = useMutation(options)
  const { mutate, isPending, submittedAt } = mutation
  // Kept beside the state, which says so a render later: a second press of the button can come before that.
  const isSent = useRef(false)
  useLayoutEffect(() => {
    if (!isPending) isSent.current = false
  }, [isPending, submittedAt])
  const mutateOnce = useCallback<typeof mutate>(
    (...given) => {
      if (isSent.current) return
      isSent.current = true
      mutate(...given)
    },
    [mutate],
  )
  return { ...mutation, mutate: mutateOnce }
}
