import { serve } from "./worker.js";

const receive = serve((message) => postMessage(message));
onmessage = ({ data }) => receive(data);
