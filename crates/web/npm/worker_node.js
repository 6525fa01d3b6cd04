import { parentPort } from "node:worker_threads";
import { serve } from "./worker.js";

parentPort.on("message", serve((message) => parentPort.postMessage(message)));
