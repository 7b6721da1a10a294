import { useState } from 'react'
import { useChannel } from 'storybook/manager-api'
import { STATUS, type StoryStatus } from './channel'

/** The last one that was told: parts of the manager come and go. */
let last: StoryStatus = { failed: 0 }

export function useStoryStatus(): StoryStatus {
  const [status, setStatus] = useState(last)
  useChannel({
    [STATUS](message: string) {
      last = JSON.parse(message) as StoryStatus
      setStatus(last)
    },
  })
  return status
}
